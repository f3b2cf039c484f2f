import { useSession } from '#app/session/session.ts';
import { ButtonLink } from '#app/ui/button.tsx';

/** A link to the donor's pledge on a donation, whether or not one exists. */
export function PledgeLink({ appraisalId }: { appraisalId: string }) {
  const { pledges } = useSession();
  const written = pledges.find((one) => one.appraisalId === appraisalId);
  return (
    <p className="mt-6">
      <ButtonLink
        to={
          written
            ? `/mypage/my-pledge/${written.id}`
            : `/mypage/my-pledge/new?appraisalId=${appraisalId}`
        }
        variant="outline"
        size="small"
      >
        {written ? '#mypledgeを編集する' : '#mypledgeを書く'}
      </ButtonLink>
    </p>
  );
}
