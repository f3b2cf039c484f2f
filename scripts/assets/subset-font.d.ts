/** The part of subset-font that we use; it has no types of its own. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'woff2'; keepFeatures?: string[]; noHinting?: boolean },
  ): Promise<Buffer>;
}
