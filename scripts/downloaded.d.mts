export function downloaded(name: string, version: string): string;
