import { addDays } from '#kit/values/timestamp.ts';
import type { RoomCertification } from './room.ts';

const alertDays = 90;
const inWords = (day: string) => day.replaceAll('-', '/');

/** The alert about the certification that lasts longest; undefined if there is none or nothing to do. */
export function certificationAlert(
  certifications: readonly Pick<RoomCertification, 'expiresOn'>[],
  today: string,
): string | undefined {
  const [last] = certifications
    .map(({ expiresOn }) => expiresOn)
    .sort()
    .reverse();
  if (last === undefined || last > addDays(today, alertDays)) return undefined;
  return last < today
    ? `認定の有効期間が${inWords(last)}で終わっています。いまのご寄付は控除の対象になりません。更新が済んでいましたら、運営にお知らせください。`
    : `認定の有効期間が${inWords(last)}に終わります。更新のお手続きと、運営へのご連絡をお願いします。`;
}
