/**
 * Whether a key press belongs to an input method, as the Enter that confirms a word. Safari ends
 * the composition before the key press, which only the key code shows.
 */
export function isImeKey(event: {
  nativeEvent: { isComposing: boolean; keyCode: number };
}): boolean {
  return event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229;
}
