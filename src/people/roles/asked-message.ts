/** The message after a request that needs a second person's approval. */
export const askedMessage = (dueAt: string | null): string =>
  dueAt === null
    ? '依頼しました。もう1人の承認のあとに反映します。'
    : 'ほかに承認できる人がいないため、1日おいて反映します。「承認待ち」で取り下げられます。';
