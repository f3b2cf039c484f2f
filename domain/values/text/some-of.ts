const mostNamed = 5;

/** The first five of a list, and `more` for the rest. */
export const someOf = (
  names: readonly unknown[],
  more: (count: number) => string = () => ' ほか',
): string => {
  const left = names.length - mostNamed;
  return `${names.slice(0, mostNamed).join('、')}${left > 0 ? more(left) : ''}`;
};
