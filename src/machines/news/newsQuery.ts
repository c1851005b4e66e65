/** The query of a page of the news, from the address; an invalid page is the first. */
export function newsKey(search: string): string {
  const page = new URLSearchParams(search).get('page') ?? '';
  return `page=${/^[1-9]\d{0,6}$/.test(page) ? page : '1'}&per_page=10`;
}

export function newsAddress(page: number): string {
  return page === 1 ? '/news' : `/news?page=${page}`;
}
