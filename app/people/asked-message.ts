/** What is said after something was asked for that needs a second person. */
export const askedMessage = (dueAt: string | null): string =>
  dueAt === null
    ? '依頼しました。もう1人の承認のあとに反映します。'
    : 'ほかに承認できる人がいないため、1日おいて反映します。「承認待ち」で取り下げられます。';
