ALTER TABLE "outbox_mails" ADD COLUMN "content" json DEFAULT '{"subject":"","name":"","blocks":[]}'::json NOT NULL;--> statement-breakpoint
-- Mails of before say in HTML what their text says.
UPDATE outbox_mails SET content = json_build_object('subject', subject, 'name', '',
  'blocks', json_build_array(json_build_object('text', text_body)));--> statement-breakpoint
ALTER TABLE "outbox_mails" DROP COLUMN "html_body";