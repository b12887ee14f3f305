/**
 * Reads a secret from the key-value store of Vault or OpenBao.
 *
 * @param url URL of the secret, for example `https://vault.example/v1/secret/data/conversion-capi`.
 * @param token A token that can read this secret only.
 * @see https://developer.hashicorp.com/vault/api-docs/secret/kv/kv-v2#read-secret-version
 */
export async function readVault(
  url: string,
  token: string,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  const response = await fetch(url, { headers: { 'X-Vault-Token': token }, signal })
  if (!response.ok) throw new Error(`The secret store responded with status ${response.status}.`)
  const { data } = await response.json()
  return data.data
}
