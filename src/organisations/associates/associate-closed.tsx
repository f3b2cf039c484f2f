import type { AssociateDetail } from './associate.ts';

/** Shown instead of the application button: that the organisation paused or ended, and since when. */
export function AssociateClosed({
  associate: { state, stateNote, endedOn },
}: {
  associate: Pick<AssociateDetail, 'state' | 'stateNote' | 'endedOn'>;
}) {
  const day = endedOn.replaceAll('-', '/');
  return (
    <div className="rounded-tile bg-honey-soft px-4 py-3">
      <p className="font-bold">
        {state === 'ended'
          ? `この団体への寄付の受け付けは${day && `、${day}に`}終了しました。`
          : 'この団体は、いまご寄付を受け付けていません。'}
      </p>
      {stateNote !== '' && <p className="mt-1 whitespace-pre-line text-sm">{stateNote}</p>}
      <p className="mt-1 text-sm">
        {state === 'ended'
          ? 'これまでにお寄せいただいたご寄付、ありがとうございました。活動とお礼の記録、受領証明書は、これからもご覧になれます。'
          : '再開するまで、少しお待ちください。'}
      </p>
    </div>
  );
}
