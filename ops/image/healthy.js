/** Health check of the image: whether the process accepts visitors. */
const reply = await fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/readyz`).catch(
  () => undefined,
);
process.exit(reply?.ok ? 0 : 1);
