import { withoutSecrets } from './withoutSecrets.ts';

const deepest = 6;
const mostItems = 20;

/** A copy of a value for display in another tab: plain data without secrets, limited in depth and length. */
export const plainCopy = (value: unknown): unknown => withoutSecrets(copyOf(value, 0));

function copyOf(value: unknown, depth: number): unknown {
  if (typeof value === 'function') return '(function)';
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if ('sessionId' in value && 'send' in value) return `(actor ${'id' in value ? value.id : ''})`;
  if (depth === deepest) return '(more)';
  if (Array.isArray(value)) {
    const items = value.slice(0, mostItems).map((item) => copyOf(item, depth + 1));
    return value.length > mostItems ? [...items, `(${value.length - mostItems} more)`] : items;
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return `(${prototype.constructor?.name})`;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copyOf(member, depth + 1)]));
}
