import { Card } from '#kit/ui/card.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { jstDay } from '#kit/values/timestamp.ts';
import { certificationAlert } from './certification-alert.ts';
import { useRoom } from './use-room.ts';

const inWords = (day: string) => day.replaceAll('-', '/');

/** The organisation's recorded certifications, maintained by the operator. */
export default function RoomCertifications() {
  const { certifications } = useRoom().facts;
  const today = jstDay(new Date());
  const alert = certificationAlert(certifications, today);
  return (
    <Card as="section" aria-labelledby="certifications">
      <h2 id="certifications" className="text-xl narrow:text-2xl">
        認定の記録
      </h2>
      <p className="mt-2 mb-4 text-ink-2">
        認定が有効な期間のご寄付だけが控除の対象になります。記録の追加や訂正は、運営にご連絡ください。
      </p>
      {alert && <Notice kind="error" title={alert} />}
      {certifications.length === 0 ? (
        <EmptyState title="認定の記録はありません">
          認定を受けていらっしゃるときは、認定書の写しを添えて運営にご連絡ください。
        </EmptyState>
      ) : (
        <ul className="mt-4 divide-y divide-dashed divide-line">
          {certifications.map(({ number, authority, certifiedOn, expiresOn }) => (
            <li key={`${number} ${certifiedOn}`} className="py-3">
              <p className="flex flex-wrap items-center gap-x-3 font-bold">
                {authority} {number}
                {certifiedOn <= today && today <= expiresOn ? (
                  <Chip tone="leaf">有効</Chip>
                ) : (
                  <Chip>{today < certifiedOn ? 'これから' : '期間終了'}</Chip>
                )}
              </p>
              <p className="text-sm text-ink-2 tabular-nums">
                {inWords(certifiedOn)}〜{inWords(expiresOn)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
