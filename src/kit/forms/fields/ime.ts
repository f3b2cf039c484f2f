/**
 * Whether a key press belongs to an input method, like the Enter that confirms a word. Safari ends the composition
 * before that key press; there only the key code tells.
 */
export function isImeKey(event: {
  nativeEvent: { isComposing: boolean; keyCode: number };
}): boolean {
  return event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229;
}
