// Events that end or bar a session from outside, so that pages without a signed-in person need not load
// the API client.

let lostListener: () => void = () => undefined;
let forbiddenListener: () => void = () => undefined;
let neededListener: () => void = () => undefined;

/** Sets the listener called when the server says that nobody is signed in any more. */
export function onSessionLost(listener: () => void): void {
  lostListener = listener;
}

export const notifySessionLost = (): void => lostListener();

/** Sets what happens when the role denies a route: the session signs out. */
export function onForbidden(listener: () => void): void {
  forbiddenListener = listener;
}

export const notifyForbidden = (): void => forbiddenListener();

/** Sets what happens when a second factor has to be set up before anything else. */
export function onSecondFactorNeeded(listener: () => void): void {
  neededListener = listener;
}

export const notifySecondFactorNeeded = (): void => neededListener();
