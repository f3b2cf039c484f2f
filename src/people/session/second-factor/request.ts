/** Asks the person for their second factor; resolves to whether they gave it. */
type Asking = () => Promise<boolean>;

let asking: Asking | undefined;
let underWay: Promise<boolean> | undefined;

/** Registers the current page's dialog. Returns the cleanup. */
export function onSecondFactorAsked(ask: Asking): () => void {
  asking = ask;
  return () => {
    if (asking === ask) asking = undefined;
  };
}

/** Asks the person for their second factor; false if they decline, or no dialog is registered. */
export function askForSecondFactor(): Promise<boolean> {
  if (!asking) return Promise.resolve(false);
  underWay ??= asking().finally(() => {
    underWay = undefined;
  });
  return underWay;
}
