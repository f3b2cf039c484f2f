declare global {
  interface Window {
    /** Replays what was clicked or chosen before the page, or this part of it, was hydrated. */
    replayEarlyActions?: (part: Document | Element) => void;
  }
  interface HTMLFormElement {
    /** Button, or the form itself, that submitted before hydration. */
    sentEarlyBy?: Element;
  }
}

/**
 * Keeps what a person does before hydration. A submit is held back and sent by src/kit/forms/form.tsx later: natively it
 * would leave the page, before the handlers know what was typed. A clicked button pulses until its page or part is
 * hydrated and calls `replayEarlyActions`, which also replays a choice in a select outside of forms. Inlined in the
 * page before any control, in plain old JavaScript because nothing compiles it.
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
  if (!part || part.responds) return;
  event.stopImmediatePropagation();
  part.clicked = button;
  if (button.animate) button.animate({ opacity: [1, 0.5] }, { duration: 500, iterations: 60, direction: 'alternate' });
}, true);
addEventListener('change', function (event) {
  var list = event.target;
  var part = list.tagName === 'SELECT' && !list.form && (list.closest('[data-part]') || document);
  if (part && !part.responds) part.chosen = [list, list.value];
}, true);
function replayEarlyActions(part) {
  if (part.responds) return;
  part.responds = true;
  if (part.chosen) {
    part.chosen[0].value = part.chosen[1];
    part.chosen[0].dispatchEvent(new Event('change', { bubbles: true }));
  }
  if (!part.clicked) return;
  part.clicked.getAnimations().forEach(function (animation) { animation.cancel(); });
  part.clicked.click();
}`;
