const maxNamed = 5;

/** The first five of a list, and `more` for the rest. */
export const someOf = (
  names: readonly unknown[],
  more: (count: number) => string = () => ' ほか',
): string => {
  const left = names.length - maxNamed;
  return `${names.slice(0, maxNamed).join('、')}${left > 0 ? more(left) : ''}`;
};
