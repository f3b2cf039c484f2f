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
 * Resolves when content below the fold may be needed: at the first interaction, which may have happened before this
 * script ran, or on a previous page of the site.
 */
export const firstInteraction = promise;

/** Resolves the promise without an interaction. */
export const reportInteraction = () => resolve();

if (!import.meta.env.SSR) {
  // Browsers without `userActivation` are treated as if there had been an interaction.
  const hasActed = navigator.userActivation?.hasBeenActive ?? true;
  if (hasActed || document.activeElement !== document.body) resolve();
  const listenerOptions = { once: true, passive: true, capture: true };
  for (const sign of eventNames) addEventListener(sign, reportInteraction, listenerOptions);
}
