const number = new Intl.NumberFormat('ja-JP', { maximumFractionDigits: 1 });

/** A human-readable size: 512バイト, 1.5KB, 2.3MB. */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes}バイト`;
  if (bytes < 1_000_000) return `${number.format(bytes / 1000)}KB`;
  return `${number.format(bytes / 1_000_000)}MB`;
}
