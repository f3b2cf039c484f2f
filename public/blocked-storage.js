// Storage that lasts as long as the page, in place of that which the browser blocks: each access would throw, in
// libraries too. Loaded by src/site/frame/storage-script.ts before all else; plain old JavaScript, since nothing compiles it.
(function () {
  function MemoryStorage() {}
  MemoryStorage.prototype = {
    getItem: function (key) {
      return Object.prototype.hasOwnProperty.call(this, key) ? this[key] : null;
    },
    setItem: function (key, value) {
      this[key] = String(value);
    },
    removeItem: function (key) {
      delete this[key];
    },
    clear: function () {
      Object.keys(this).forEach(this.removeItem, this);
    },
    key: function (index) {
      var key = Object.keys(this)[index];
      return key === undefined ? null : key;
    },
    get length() {
      return Object.keys(this).length;
    },
  };
  ['localStorage', 'sessionStorage'].forEach(function (name) {
    Object.defineProperty(window, name, { value: new MemoryStorage(), configurable: true });
  });
})();
