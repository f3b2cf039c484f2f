/**
 * Whether a text from a URL can be the id of a record at all. What can't is not looked for: the
 * database refuses some characters, NUL among them, and "not found" is all there is to say of it.
 */
export function isRecordId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
}
