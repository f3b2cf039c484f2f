/**
 * A form that is sent before its code has come is sent once it has (app/forms/form.tsx): neither by the browser
 * alone, which would leave the page, nor by handlers that don't know yet what was typed. Written out in the page
 * itself, before any form, in plain old JavaScript, since nothing compiles it.
 */
export const earlySubmitScript = `addEventListener('submit', function (event) {
  if (!event.target.hasAttribute('data-not-alive')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  event.target.sentEarlyBy = event.submitter || event.target;
}, true);`;
