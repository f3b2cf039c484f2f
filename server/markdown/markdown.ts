import type { RichText } from '#domain/values/text/rich-text.ts';
import type { Person } from '#server/actor.ts';
import { countTry } from '#server/auth/account-messages.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { attempts } from '#server/limits/attempts.ts';
import { toRichText } from './rich-text.ts';

/** Preview of Markdown while it is typed. */
export const markdown = (dependencies: Pick<Dependencies, 'db' | 'clock' | 'secret'>) => {
  const budgets = attempts(dependencies);
  return {
    async preview({ uid }: Person, { markdown: text }: { markdown: string }): Promise<RichText> {
      await countTry(budgets, [['previews by person', uid]]);
      return toRichText(text);
    },
  };
};
