/** Names whose values say who somebody is, or let somebody in as them. */
const secretNames =
  /^token$|_token$|password|secret|signature|credential|email|phone|_name$|username|birth|address|city|zip|country/i;

/** A copy of plain data in which such values, and what a field was changed to, are replaced by their type. */
export function withoutSecrets(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutSecrets);
  const isTyping = 'type' in value && (value.type === 'field.changed' || value.type === 'fields.changed');
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const isSecret = secretNames.test(name) || (isTyping && (name === 'value' || name === 'values'));
      return [name, isSecret ? `(${typeof member})` : withoutSecrets(member)];
    }),
  );
}
