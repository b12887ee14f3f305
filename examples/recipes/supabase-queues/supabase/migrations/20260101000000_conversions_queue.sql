create extension if not exists pgmq;
create extension if not exists pg_cron;
create extension if not exists pg_net;

select pgmq.create('conversions');

-- Store two secrets first: select vault.create_secret('https://<ref>.supabase.co', 'project_url');
-- and select vault.create_secret('<the value of REDELIVER_SECRET>', 'redeliver_secret');
select cron.schedule(
  'redeliver-conversions',
  '* * * * *',
  $$
  select net.http_post(
    url := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url')
      || '/functions/v1/redeliver',
    headers := jsonb_build_object(
      'Authorization',
      'Bearer ' || (
        select decrypted_secret from vault.decrypted_secrets where name = 'redeliver_secret'
      )
    )
  );
  $$
);

-- Redelivery gives up events of the website after 47 hours, and others when Meta no longer accepts them: after 7 days,
-- or 62 days from a physical store. This deletes what is left if it does not run.
select cron.schedule(
  'expire-conversions',
  '0 * * * *',
  $$
  delete from pgmq.q_conversions where enqueued_at < now() - case
    when coalesce(message->'event'->>'action_source', 'website') = 'website' then interval '48 hours'
    when message->'event'->>'action_source' = 'physical_store' then interval '63 days'
    else interval '8 days'
  end
  $$
);
