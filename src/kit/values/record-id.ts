/**
 * Whether a text from a URL can be a record's id. Others are never looked up: the database refuses
 * some characters, NUL among them, and "not found" is the right response.
 */
export function isRecordId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
}
