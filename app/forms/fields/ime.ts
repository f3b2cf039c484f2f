/**
 * Whether a key press belongs to an input method, as the Enter that settles a word. Safari ends the
 * composition before the key press and gives itself away by the key code alone.
 */
export function isImeKey(event: {
  nativeEvent: { isComposing: boolean; keyCode: number };
}): boolean {
  return event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229;
}
