import Testing

@testable import MocoaBrowser

@Suite("DangerousWords")
struct DangerousWordsTests {
  @Test(
    "finds a word wherever a shell may run it",
    arguments: [
      ("rm x", "rm"), ("/bin/rm -rf /", "rm"), ("sudo /usr/bin/rm x", "rm"), ("RM x", "rm"),
      ("ls | xargs rm", "rm"), ("ls;rm x", "rm"), ("true&&rm x", "rm"), ("a||kill 1", "kill"),
      ("$(rm x)", "rm"), ("`rm x`", "rm"), ("(rm x)", "rm"), ("{ rm x; }", "rm"), ("\\rm x", "rm"),
      ("'rm' x", "rm"), ("r'm' x", "rm"), ("\"rm\" x", "rm"), ("sh -c 'rm x'", "rm"),
      ("A=rm; $A x", "rm"), ("env X=1 kill 2", "kill"), ("find . -delete", "delete"),
      ("rsync --delete a b", "delete"), ("git branch --delete x", "delete"),
      ("git push --force", "push --force"), ("git push --force-with-lease", "push --force"),
      ("git push origin -f", "push -f"), ("git push -uf x", "push -f"),
      ("mkfs.ext4 /dev/x", "mkfs"),
      ("mkfs /dev/x", "mkfs"), ("dd if=a of=b", "dd"), ("systemctl stop x", "stop"),
      ("tmux kill-server", "kill"), ("aws delete-stack x", "delete"),
      ("psql -c 'DROP TABLE x'", "drop"),
      ("echo x\nrm y", "rm"), ("echo x >rm", "rm"), ("shutdown now", "shutdown"), ("rm\tx", "rm"),
      ("mv a b", "mv"), ("cp a b", "cp"), ("chmod 777 x", "chmod"), ("chown x y", "chown"),
      ("ls | tee x", "tee"), ("ls >x", ">"), ("ls >>x", ">>"), ("ls 2> x", ">"), ("ls >| x", ">"),
      ("sh -c 'ls > x'", ">"), ("mariadb -e 'drop table x'", "drop"),
      ("duckdb x 'x.delete'", "delete"), ("flock x -c 'rm y'", "rm"), ("xargs mv", "mv"),
      ("env A=1 tee x", "tee"), ("sudo cp a b", "cp"),
      ("command rm x", "rm"), ("kubectl delete pod x", "delete"), ("docker system prune", "prune"),
    ])
  func found(command: String, word: String) {
    #expect(DangerousWords.first(in: command, typed: command) == word)
  }

  @Test(
    "finds a redirection in a substitution, to an unquoted name and after a comment",
    arguments: [
      #"echo "$(sort x > out)""#, #"echo "`sort x > out`""#, #"echo "$(sort "x" > out)""#,
      #"echo "$(cat "it's" > out)""#, "ls >&out", "ls >& out", "ls >&$x", "ls &>out", "ls >>&out",
      "ls # don't\nls > out # isn't", "# don't > out", "echo $(# don't\nls > out)",
      #"echo $'it\'s' > out"#, #"echo 'it\'s' > out"#, "echo a#'b' > out",
      #"echo "$(ls 2> /dev/null)" > out"#, "cat <<E\ndon't\nE\nls > out",
    ])
  func redirections(command: String) {
    #expect([">", ">>"].contains(DangerousWords.first(in: command, typed: command)))
  }

  @Test(
    "ignores a redirection to a descriptor, and one in quotes without a substitution",
    arguments: [
      "ls 2>&1", "ls >&2 2>&-", "ls >&/dev/null", #"echo "$(ls 2>/dev/null)""#,
      #"echo "`ls 2>/dev/null`""#,
      #"echo "a > b""#, #"echo "\$(a > b""#, #"echo 'don"t' "a > b""#, "echo a#'b > c'",
      "echo # don't\necho 'a > b'", "echo ${#x} '>'", #"echo "$x" '$(a > b)'"#,
    ])
  func noRedirections(command: String) {
    #expect(DangerousWords.first(in: command, typed: command) == nil)
  }

  @Test(
    "ignores parts of other words",
    arguments: [
      "", "ls", "echo hello", "farm x", "rmx", "grep term file", "add x", "cat stopwords.txt",
      "git push", "git push origin main", "git -f pull", "skill x", "unlinked", "less README.md",
      "ls >/dev/null 2>&1", "ls 2> /dev/null", "ls >&2", "echo 'a > b'", "echo a\\>b",
      "awk '$1 > 3'", "sqlite3 x 'select 1 where 2 > 1'", "diff <(ls) >(cat)", "printf '%s' x",
      "form -f push", "dropbox", "kubectl get pods",
    ])
  func absent(command: String) {
    #expect(DangerousWords.first(in: command, typed: command) == nil)
  }

  @Test(
    "finds whole values, and words of values that may run",
    arguments: [
      ("echo {t}", "echo 'how to remove'", nil), ("echo {t}", "echo 'rm'", "rm"),
      ("echo {t}", "echo 'a > b'", nil), ("sh -c {t}", "sh -c 'a > b'", ">"),
      ("duckdb x {t}", "duckdb x 'a delete'", "delete"),
      ("{t} x", "'/bin/rm' x", "rm"), ("sh -c {t}", "sh -c 'cd /; rm -r .'", "rm"),
      ("ssh host {t}", "ssh host 'a; kill 1'", "kill"), ("sudo {t}", "sudo 'x rm'", "rm"),
      ("python3.11 -c {t}", "python3.11 -c 'os.remove(1)'", "remove"),
      ("echo {t}", "echo 'it'\\''s a stop'", nil), ("echo {t}", "echo 'stop'", "stop"),
    ] as [(String, String, String?)])
  func values(typed: String, command: String, word: String?) {
    #expect(DangerousWords.first(in: command, typed: typed) == word)
  }
}
