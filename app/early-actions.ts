declare global {
  interface HTMLFormElement {
    /** The button, or the form itself, by which it was sent too early. */
    sentEarlyBy?: Element;
  }
  interface Node {
    /** Set on the document, and on each part whose code comes later, once its controls respond. */
    isAlive?: boolean;
    /** The last button of the page or part that was clicked before it responded. */
    clickedEarly?: HTMLButtonElement;
  }
}

/**
 * Keeps what a person does before the page's code has come, instead of losing it. A form that is sent is sent by
 * app/forms/form.tsx once it responds: the browser alone would leave the page, and handlers would not know yet what was
 * typed. A button that is clicked pulses until `replayEarlyClick` clicks it again. Written out in the page itself,
 * before any control, in plain old JavaScript, since nothing compiles it.
 */
export const earlyActionsScript = `addEventListener('submit', function (event) {
  if (!event.target.hasAttribute('data-not-alive')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  event.target.sentEarlyBy = event.submitter || event.target;
}, true);
addEventListener('click', function (event) {
  var button = event.target.closest && event.target.closest('button[type=button]');
  var part = button && (button.closest('[data-part]') || document);
  if (!part || part.isAlive) return;
  event.stopImmediatePropagation();
  part.clickedEarly = button;
  if (!button.animate || button.pulse) return;
  button.pulse = button.animate({ opacity: [1, 0.5] }, { duration: 500, iterations: Infinity, direction: 'alternate' });
}, true);`;

/** Clicks the button that was clicked before the page, or the part of it, responded. */
export function replayEarlyClick(part: Document | Element): void {
  if (part.isAlive) return;
  part.isAlive = true;
  const button = part.clickedEarly;
  part.clickedEarly = undefined;
  for (const animation of button?.getAnimations() ?? []) animation.cancel();
  button?.click();
}
