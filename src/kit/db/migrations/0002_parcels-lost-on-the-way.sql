ALTER TABLE "box_exceptions" DROP CONSTRAINT "box_exceptions_kind";--> statement-breakpoint
ALTER TABLE "box_exceptions" DROP CONSTRAINT "box_exceptions_ending";--> statement-breakpoint
ALTER TABLE "boxes" DROP CONSTRAINT "boxes_kit_state";--> statement-breakpoint
ALTER TABLE "boxes" ADD COLUMN "carrier_word" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "box_exceptions_on_way" ON "box_exceptions" USING btree ("appraisal_id","box_number") WHERE "box_exceptions"."state" = 'open' and "box_exceptions"."kind" in ('inquiry', 'lost', 'damaged-on-way');--> statement-breakpoint
ALTER TABLE "box_exceptions" ADD CONSTRAINT "box_exceptions_kind" CHECK ("box_exceptions"."kind" in ('no-number', 'unknown-number', 'again', 'extra', 'cancelled', 'ended', 'damaged', 'not-accepted', 'other', 'inquiry', 'lost', 'damaged-on-way'));--> statement-breakpoint
ALTER TABLE "box_exceptions" ADD CONSTRAINT "box_exceptions_ending" CHECK (("box_exceptions"."state" = 'ended') = ("box_exceptions"."ending" is not null) and ("box_exceptions"."ending" is null or "box_exceptions"."ending" in ('received', 'appraised', 'returned', 'discarded', 'other', 'found', 'given-up')));--> statement-breakpoint
ALTER TABLE "boxes" ADD CONSTRAINT "boxes_kit_state" CHECK ("boxes"."kit_state" in ('none', 'frozen', 'sent', 'delivered', 'returned', 'inquiry', 'lost', 'damaged'));