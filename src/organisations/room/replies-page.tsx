import type { Pledge } from '#giving/pledges/pledge.ts';
import { PagedList } from '#kit/client/lists/paged-list.tsx';
import { Card } from '#kit/ui/card.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { PledgeReplyForm } from './reply-form.tsx';
import { roomApi, useRoom } from './use-room.ts';

/** Public pledges of the organisation's donors, and its replies. */
export default function RoomPledges() {
  const { associate, mayChange, reloadFacts } = useRoom();
  return (
    <Card as="section" aria-labelledby="pledges">
      <h2 id="pledges" className="text-xl narrow:text-2xl">
        #mypledgeとお返事
      </h2>
      <p className="mt-2 mb-4 text-ink-2">
        お返事は、#mypledgeの下に団体の名称とともに公開されます。書いた方にはメールでもお知らせします。
      </p>
      <PagedList<Pledge>
        path={roomApi(associate.id, '/pledges')}
        label="#mypledge"
        empty={{
          title: '#mypledgeはまだありません',
          text: '団体へのご寄付について公開されると、ここに新しい順に並びます。',
        }}
        keyOf={({ id }) => id}
      >
        {(pledge) => (
          <article aria-label={`${formatDate(pledge.pledgedAt)}の#mypledge`}>
            <p className="text-sm text-ink-2 tabular-nums">
              {formatDate(pledge.pledgedAt)}　{pledge.author.name || '匿名の寄付者'}
            </p>
            <p className="mt-1 line-clamp-6 whitespace-pre-line wrap-anywhere">{pledge.text}</p>
            <p>
              <Link
                to={`/my-pledge/${pledge.id}`}
                className="inline-flex min-h-11 items-center text-coral-dark underline"
              >
                公開のページで読む
              </Link>
            </p>
            <PledgeReplyForm
              path={roomApi(associate.id, `/pledges/${pledge.id}/reply`)}
              reply={pledge.reply}
              mayChange={mayChange}
              onChanged={reloadFacts}
            />
          </article>
        )}
      </PagedList>
    </Card>
  );
}
