export const versionLabel = (number: number): string =>
  number === 0 ? 'はじめの文面' : `第${number}版`;
