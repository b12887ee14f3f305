// Imports packages with plain Node and prints those that export values: `node import-packages.js <specifier>…`.
for (const specifier of process.argv.slice(2)) {
  if (Object.values(await import(specifier)).some(Boolean)) console.log(specifier)
}
