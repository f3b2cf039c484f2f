/**
 * Preloaded into a server (`--import`), moves its clock ahead by CLOCK_MOVED_MS, for tests that
 * span a month. Only `now` moves; the database's own clock stays.
 */
const movedMs = Number(process.env.CLOCK_MOVED_MS ?? 0);
const RealDate = Date;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, made) =>
    Reflect.construct(target, given.length > 0 ? given : [RealDate.now() + movedMs], made),
  get: (target, name) =>
    name === 'now' ? () => RealDate.now() + movedMs : Reflect.get(target, name, target),
});
