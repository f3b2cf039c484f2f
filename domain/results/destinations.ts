/** Where goods went, each in words that their donor understands. */
export const destinations = {
  sold: { words: '販売して寄付にします', after: 'は、販売して寄付にします' },
  reused: { words: '国内で再使用します', after: 'は、国内で使ってくださる方へお渡しします' },
  recycled: { words: '資源として再生します', after: 'は、資源として再生します' },
  returned: { words: 'お返ししました', after: 'は、お返ししました' },
  discarded: { words: '処分しました', after: 'は、やむをえず処分しました' },
} as const;
export type Destination = keyof typeof destinations;

/** What files and the table call them. */
const names: Record<Destination, readonly string[]> = {
  sold: ['販売', '再販売', '売却', '再販'],
  reused: ['リユース', '再使用', '再利用', '国内リユース', '国内で再使用', '寄贈'],
  recycled: ['リサイクル', '資源', '再資源化', '資源化', '再生', '資源として再生', 'ウエス'],
  returned: ['返送', '返却', 'ご返送', '返品'],
  discarded: ['廃棄', '処分', '廃棄処分'],
};

/** Which of the destinations a file or the table means; undefined for words of its own. */
export function destinationOf(written: string): Destination | undefined {
  const plain = written.normalize('NFKC').trim();
  const keys = Object.keys(destinations) as Destination[];
  return keys.find((key) => key === plain || names[key].includes(plain));
}

/** A destination as the donor reads it; words that nobody knows stay as they were written. */
export function destinationWords(written: string): string {
  const known = destinationOf(written);
  return known === undefined ? written : destinations[known].words;
}
