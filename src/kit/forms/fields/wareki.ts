/** The first year and the name of each era of a living person's birth, latest first. */
const eras = [
  { name: '令和', firstYear: 2019 },
  { name: '平成', firstYear: 1989 },
  { name: '昭和', firstYear: 1926 },
  { name: '大正', firstYear: 1912 },
] as const;

/** "1985年（昭和60年）"; a year of an era change shows both: "1989年（昭和64年・平成元年）". */
export function yearLabel(year: number): string {
  const index = eras.findIndex(({ firstYear }) => firstYear <= year);
  const era = eras[index];
  if (!era) return `${year}年`;
  const inEra = ({ name, firstYear }: (typeof eras)[number]) =>
    `${name}${year === firstYear ? '元' : year - firstYear + 1}年`;
  const earlier = year === era.firstYear ? eras[index + 1] : undefined;
  return `${year}年（${[earlier, era]
    .filter((one) => one !== undefined)
    .map(inEra)
    .join('・')}）`;
}
