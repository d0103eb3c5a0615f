/**
 * Whether a variable could decide what runs, or whom a program talks to, without the command saying so. The list
 * cannot be complete: every program has its own. So whoever approves a plan sees all variables it sets, and this list
 * asks for a second, named yes where the harm is known. Compared in capitals, because Windows does not tell `Path`
 * from `PATH`.
 */
export function changesWhatRuns(name: string): boolean {
  const upper = name.toUpperCase()
  if (harmless.has(upper)) return false
  return (
    names.has(upper) ||
    prefixes.some((prefix) => upper.startsWith(prefix)) ||
    suffixes.some((suffix) => upper.endsWith(suffix))
  )
}

const names = new Set([
  // Where programs, their libraries and their settings are looked up.
  ...words`PATH PATHEXT COMSPEC SHELL HOME USERPROFILE APPDATA LOCALAPPDATA HOMEDRIVE HOMEPATH SYSTEMROOT WINDIR`,
  ...words`GCONV_PATH LOCPATH NLSPATH GLIBC_TUNABLES MALLOC_TRACE TERMINFO TERMCAP`,
  // Shells.
  ...words`ENV IFS PS4 PROMPT_COMMAND SHELLOPTS BASHOPTS CDPATH ZDOTDIR FPATH`,
  // Programs that start another one by its name in a variable.
  ...words`EDITOR VISUAL PAGER MANPAGER BROWSER SSH_ASKPASS SUDO_ASKPASS LESSOPEN LESSCLOSE RSYNC_RSH CVS_RSH SVN_SSH`,
  ...words`HGRCPATH HGEDITOR KUBE_EDITOR VIMINIT EXINIT`,
  // Languages and builds.
  ...words`CLASSPATH JAVA_HOME JAVA_OPTS JDK_HOME MAVEN_OPTS ANT_OPTS SBT_OPTS LUA_PATH LUA_CPATH LUA_INIT PHPRC`,
  ...words`PHP_INI_SCAN_DIR TCLLIBPATH GUILE_LOAD_PATH EMACSLOADPATH R_HOME R_LIBS VIRTUAL_ENV CONDA_PREFIX`,
  ...words`GOFLAGS GOPROXY GOROOT GOPATH GOBIN GOENV GOTOOLCHAIN GOSUMDB GONOSUMDB GONOSUMCHECK GOPRIVATE GOINSECURE`,
  ...words`CC CXX CPP LD AR CFLAGS CXXFLAGS CPPFLAGS LDFLAGS MAKE MAKEFLAGS MFLAGS GNUMAKEFLAGS MAKEFILES`,
  ...words`RUSTC RUSTDOC RUSTFLAGS RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER RUSTUP_TOOLCHAIN`,
  ...words`TS_NODE_COMPILER TS_NODE_PROJECT`,
  // Whom a program talks to, and whom it trusts.
  ...words`DOCKER_HOST DOCKER_CONFIG KUBECONFIG CURL_HOME WGETRC OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES`,
  ...words`CURL_CA_BUNDLE REQUESTS_CA_BUNDLE SSL_CERT_FILE SSL_CERT_DIR SSLKEYLOGFILE`,
])

const prefixes = [
  ...words`LD_ DYLD_ _RLD BASH_ XDG_`,
  ...words`NODE_ PYTHON PERL RUBY GEM_ BUNDLE_ JAVA_TOOL_ _JAVA_ JDK_JAVA_ DOTNET_ COMPLUS_ CORECLR_ COR_ CGO_`,
  ...words`DENO_ BUN_ R_PROFILE R_ENVIRON ERL_ ELIXIR_ JULIA_`,
  ...words`NPM_ YARN_ PNPM_ COREPACK_ PIP_ UV_ POETRY_ CARGO_ GRADLE_ COMPOSER_ HOMEBREW_ GIT_`,
]

const suffixes = words`_PROXY _BASE_URL _API_BASE _API_URL _ENDPOINT _ENDPOINT_URL _REGISTRY _INDEX_URL`

/** Caught by a prefix, but known to do no harm and often set. */
const harmless = new Set([
  ...words`NODE_ENV NODE_NO_WARNINGS PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONHASHSEED PYTHONIOENCODING`,
  ...words`PYTHONUTF8 CARGO_TERM_COLOR GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_AUTHOR_DATE`,
  ...words`GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL GIT_COMMITTER_DATE GIT_TERMINAL_PROMPT GIT_OPTIONAL_LOCKS`,
])

function words(text: TemplateStringsArray): string[] {
  return text.join('').split(' ')
}
