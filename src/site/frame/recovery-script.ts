import { missingChunkMessage } from '#kit/pages/chunk-recovery.ts';

/** Notice above a page that is readable but inactive because its scripts did not load. */
const missedNotice =
  '<p id="missed" role="alert" class="bg-error-soft px-4 py-3 text-center">' +
  `${missingChunkMessage} <a href="" class="font-bold underline">もう一度読み込む</a></p>`;

/**
 * Reloads the page when a script or style fails to load, usually after a deployment: once per session and build
 * (docs/decisions/0005); after that it shows a notice. Inlined in the page, because the bundle may be what is
 * missing; in plain old JavaScript, because nothing compiles it.
 */
export const recoveryScript = `(function () {
  var key = 'tasuki.reloaded-for';
  window.reloadOnce = function (to) {
    var manifest = document.querySelector('link[href*="/assets/manifest-"]');
    var build = manifest ? manifest.getAttribute('href') : '-';
    try {
      var last = sessionStorage.getItem(key);
      if (last && (last === build || last === '-' || build === '-')) return false;
      if (navigator.onLine === false) return false;
      sessionStorage.setItem(key, build);
    } catch (error) {
      return false;
    }
    window.reloadOnce = function () { return true; };
    if (to && to !== location.pathname + location.search) location.assign(to);
    else location.reload();
    return true;
  };
  function noteMissing(error) {
    if (!/import(ed|ing)? .{0,9}module/i.test(error) || window.reloadOnce()) return;
    if (document.getElementById('missed')) return;
    document.body.insertAdjacentHTML('afterbegin', '${missedNotice}');
  }
  addEventListener('unhandledrejection', function (event) { noteMissing(event.reason); });
  addEventListener('error', function (event) {
    if (event.error) return noteMissing(event.error);
    var element = event.target;
    var isOurs = element.tagName === 'SCRIPT'
      ? !element.src || element.src.indexOf(location.origin + '/assets/') === 0
      : element.tagName === 'LINK' && /^(modulepreload|stylesheet)$/.test(element.rel);
    if (isOurs) window.reloadOnce();
  }, true);
})();`;
