/** Asks the person, and tells whether they have shown their second factor. */
type Asking = () => Promise<boolean>;

let asking: Asking | undefined;
let underWay: Promise<boolean> | undefined;

/** Sets who asks: the dialog of the page that is open. Returns how it stops. */
export function onSecondFactorAsked(ask: Asking): () => void {
  asking = ask;
  return () => {
    if (asking === ask) asking = undefined;
  };
}

/** Has the person show their second factor; false when they would not, or nobody can ask them. */
export function askForSecondFactor(): Promise<boolean> {
  if (!asking) return Promise.resolve(false);
  underWay ??= asking().finally(() => {
    underWay = undefined;
  });
  return underWay;
}
