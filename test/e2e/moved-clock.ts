/**
 * Preloaded into a server (`--import`), moves its clock ahead by CLOCK_MOVED_MS, for tests that
 * span a month. Only `now` moves; the database's own clock stays.
 */
const movedMs = Number(process.env.CLOCK_MOVED_MS ?? 0);
const Unmoved = Date;

globalThis.Date = new Proxy(Unmoved, {
  construct: (target, given, made) =>
    Reflect.construct(target, given.length > 0 ? given : [Unmoved.now() + movedMs], made),
  get: (target, name) =>
    name === 'now' ? () => Unmoved.now() + movedMs : Reflect.get(target, name, target),
});
