import type { Person } from '#kit/actor.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { attempts } from '#kit/limits/attempts.server.ts';
import type { RichText } from '#kit/values/text/rich-text.ts';
import { countTry } from '#people/sign-in/account-messages.server.ts';
import { toRichText } from './rich-text.server.ts';

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
