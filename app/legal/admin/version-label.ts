/** What people call a version of a text of law. */
export const versionLabel = (number: number): string =>
  number === 0 ? 'はじめの文面' : `第${number}版`;
