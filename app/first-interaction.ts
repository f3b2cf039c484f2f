let resolve = () => {};
const promise = new Promise<void>((fulfil) => {
  resolve = fulfil;
});

/** The events that count as a person's first interaction. */
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
 * Resolves when content out of sight may be needed: at a person's first interaction, which may
 * have come before this script, or on a previous page of ours.
 */
export const firstInteraction = promise;

/** Resolves the promise for another reason. */
export const reportInteraction = () => resolve();

if (!import.meta.env.SSR) {
  // Browsers without this information are treated as if there had been an interaction.
  const hasActed = navigator.userActivation?.hasBeenActive ?? true;
  if (hasActed || document.activeElement !== document.body) resolve();
  const listenerOptions = { once: true, passive: true, capture: true };
  for (const sign of eventNames) addEventListener(sign, reportInteraction, listenerOptions);
}
