import { useEffect, useState } from 'react';
import { Link } from '#kit/ui/links/link.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { useSession } from '#people/session/session.ts';
import { unsentAppraisals } from './item-queue.ts';
import { unsentPictures } from './picture-store.ts';

/** Long enough that changes in flight are not reported. */
const lookMs = 3_000;

/**
 * Lists boxes with items or photos that are stored on this device only, because the network failed before they were
 * left.
 */
export function UnsentItems() {
  const { uid } = useSession();
  const [ids, setIds] = useState<string[]>([]);
  useEffect(() => {
    const look = async () => {
      const pictures = await unsentPictures(uid);
      setIds([...new Set([...unsentAppraisals(localStorage, uid), ...pictures])].sort());
    };
    const timer = setInterval(() => void look(), lookMs);
    return () => clearInterval(timer);
  }, [uid]);
  if (ids.length === 0) return null;
  return (
    <div className="mb-4">
      <Notice title="この端末に、まだ送っていない入力があります">
        <p>開くと送られます。</p>
        <ul className="flex flex-wrap gap-x-4">
          {ids.map((appraisalId) => (
            <li key={appraisalId}>
              <Link
                to={`/admin/appraisals/${appraisalId}`}
                className="inline-flex min-h-11 items-center font-bold underline tabular-nums"
              >
                {appraisalId}
              </Link>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
