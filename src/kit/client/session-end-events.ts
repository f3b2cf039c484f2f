// Events that end or restrict a session from outside; a separate module, so that pages without a signed-in person
// need not load the API client.

let lostListener: () => void = () => undefined;
let forbiddenListener: () => void = () => undefined;
let neededListener: () => void = () => undefined;

/** Sets the listener for a session that the server no longer accepts. */
export function onSessionLost(listener: () => void): void {
  lostListener = listener;
}

export const notifySessionLost = (): void => lostListener();

/** Sets the listener for a 403 by role: the session signs out. */
export function onForbidden(listener: () => void): void {
  forbiddenListener = listener;
}

export const notifyForbidden = (): void => forbiddenListener();

/** Sets the listener for a required second factor that is not set up. */
export function onSecondFactorNeeded(listener: () => void): void {
  neededListener = listener;
}

export const notifySecondFactorNeeded = (): void => neededListener();
