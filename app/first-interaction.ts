let resolve = () => {};
const promise = new Promise<void>((fulfil) => {
  resolve = fulfil;
});

/** What a person does first on a page, however little they do. */
const eventNames = [
  'pointerdown',
  'pointermove',
  'touchstart',
  'wheel',
  'scroll',
  'keydown',
  'focusin',
];

/**
 * Fulfilled once what is not in sight yet may be needed: with the first sign of a person, who may
 * have given one before this script came, or have come from another page of ours.
 */
export const firstInteraction = promise;

/** Fulfils it for another reason. */
export const reportInteraction = () => resolve();

if (!import.meta.env.SSR) {
  // Where the browser doesn't say, it is as if there had been one.
  const hasActed = navigator.userActivation?.hasBeenActive ?? true;
  if (hasActed || document.activeElement !== document.body) resolve();
  const listenerOptions = { once: true, passive: true, capture: true };
  for (const sign of eventNames) addEventListener(sign, reportInteraction, listenerOptions);
}
