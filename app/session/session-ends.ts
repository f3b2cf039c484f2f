// What ends a session from outside is told here, so that pages without a signed-in person need not
// load what asks the server.

let onLost: () => void = () => undefined;
let onForbidden: () => void = () => undefined;

/** Sets what happens when the server says that nobody is signed in any more. */
export function whenLost(listener: () => void): void {
  onLost = listener;
}

export const tellLost = (): void => onLost();

/** Sets what happens when the role denies a route: the session signs out. */
export function whenForbidden(listener: () => void): void {
  onForbidden = listener;
}

export const tellForbidden = (): void => onForbidden();
