/** Names of fields whose values identify a person or give access to an account. */
const secretNames =
  /^token$|_token$|password|secret|signature|credential|email|phone|_name$|username|birth|address|city|zip|country/i;

/** A copy of plain data in which secret values, and new values of fields, are replaced by their type. */
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
