/** Banks and branches by code, in the package's form (docs/decisions/0024). */
declare module 'zengin-code' {
  type Entry = { code: string; name: string; kana: string };
  const banks: Readonly<
    Record<string, (Entry & { branches: Readonly<Record<string, Entry>> }) | undefined>
  >;
  export default banks;
}
