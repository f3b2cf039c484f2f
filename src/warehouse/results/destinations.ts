/** Destinations of goods, in words for their donor. */
export const destinations = {
  sold: { words: '販売して寄付にします', after: 'は、販売して寄付にします' },
  reused: { words: '国内で再使用します', after: 'は、国内で使ってくださる方へお渡しします' },
  recycled: { words: '資源として再生します', after: 'は、資源として再生します' },
  returned: { words: 'お返ししました', after: 'は、お返ししました' },
  discarded: { words: '処分しました', after: 'は、やむをえず処分しました' },
} as const;
export type Destination = keyof typeof destinations;

/** Spellings in files and in the table of items. */
const names: Record<Destination, readonly string[]> = {
  sold: ['販売', '再販売', '売却', '再販'],
  reused: ['リユース', '再使用', '再利用', '国内リユース', '国内で再使用', '寄贈'],
  recycled: ['リサイクル', '資源', '再資源化', '資源化', '再生', '資源として再生', 'ウエス'],
  returned: ['返送', '返却', 'ご返送', '返品'],
  discarded: ['廃棄', '処分', '廃棄処分'],
};

/** The destination meant by the words of a file or the table; undefined for unknown words. */
export function destinationOf(written: string): Destination | undefined {
  const plain = written.normalize('NFKC').trim();
  const keys = Object.keys(destinations) as Destination[];
  return keys.find((key) => key === plain || names[key].includes(plain));
}

/** A destination in words for the donor; unknown words are kept. */
export function destinationWords(written: string): string {
  const known = destinationOf(written);
  return known === undefined ? written : destinations[known].words;
}
