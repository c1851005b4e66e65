/** Told to the parent: the address book changed, or may have. */
export interface BookChanged {
  readonly type: 'book.changed';
}
