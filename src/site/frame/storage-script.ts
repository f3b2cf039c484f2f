/** Loads public/blocked-storage.js, before any script that needs storage, where the browser blocks it. */
export const storageScript = `try { localStorage.length + sessionStorage.length; } catch (error) {
  document.write('<script src="/blocked-storage.js"></' + 'script>');
}`;
