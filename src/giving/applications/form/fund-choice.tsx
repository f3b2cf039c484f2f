import { RadioCards } from '#kit/forms/fields/radio-cards.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';
import { socialChallenges } from '#organisations/challenges/social-challenge.ts';
import type { ApplicationTarget } from './application-values.ts';

type Challenges = Extract<ApplicationTarget, { kind: 'fund' }>['challenges'];

/** The choice of the challenge whose fund receives the proceeds, with its explanation. */
export function FundChoice({ form, challenges }: { form: FormFields; challenges: Challenges }) {
  const chosen = form.valueAt('application.socialChallengeId');
  const challenge = challenges.find(({ id }) => id === chosen);
  return (
    <div>
      <RadioCards
        form={form}
        path="application.socialChallengeId"
        label="応援したい社会課題"
        required
        help="買い取った金額を、選んだ課題の基金に寄付します"
        choices={challenges.map(({ id }) => ({
          value: id,
          label: socialChallenges[id].label,
          picture: socialChallenges[id].emblem,
        }))}
      />
      <p role="status" className="mt-3 min-h-[1.7em] leading-normal [word-break:auto-phrase]">
        {challenge && (
          <>
            <b className="text-coral-dark">{challenge.fundName}</b>
            <span className="ml-2">{challenge.will}</span>
          </>
        )}
      </p>
    </div>
  );
}
