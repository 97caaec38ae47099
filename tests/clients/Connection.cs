// One TCP connection, line by line, with a transcript of both directions.
using System;
using System.Collections.Generic;
using System.IO;
using System.Net.Sockets;
using System.Text;

namespace Fogg.V09 {

class TimedOut : Exception {
  public TimedOut(string sentence) : base(sentence) {}
}

class Closed : Exception {
  public Closed(string why) : base(why) {}
}

class Connection : IDisposable {
  /// No message of a game comes near it; a server that sends more has lost its line ends.
  const int kMaxLine = 1 << 16;
  static readonly Encoding kUtf8 = new UTF8Encoding(false, true);
  readonly TcpClient socket;
  readonly NetworkStream stream;
  readonly TextWriter transcript;
  readonly string lineEnd;
  readonly byte[] buffer = new byte[4096];
  int filled, used;

  public Connection(string host, int port, int timeoutSeconds, bool crlf, string transcriptFile) {
    lineEnd = crlf ? "\r\n" : "\n";
    if (transcriptFile != null) transcript = new StreamWriter(transcriptFile, false, new UTF8Encoding(false));
    try {
      socket = new TcpClient(host, port) { NoDelay = true };
    } catch (SocketException e) {
      throw new Closed("no connection: " + e.Message);
    }
    stream = socket.GetStream();
    stream.ReadTimeout = timeoutSeconds * 1000;
    stream.WriteTimeout = timeoutSeconds * 1000;
  }

  public void Send(string line) {
    if (transcript != null) transcript.WriteLine("> " + line);
    byte[] bytes = kUtf8.GetBytes(line + lineEnd);
    try {
      stream.Write(bytes, 0, bytes.Length);
    } catch (IOException e) {
      throw Broken(e);
    }
  }

  public string Receive() {
    var line = new List<byte>();
    while (true) {
      if (used == filled) Fill();
      byte b = buffer[used++];
      if (b == '\n') break;
      line.Add(b);
      if (line.Count > kMaxLine) throw new Deviation("a line is longer than " + kMaxLine + " bytes");
    }
    string text;
    try {
      text = kUtf8.GetString(line.ToArray());
    } catch (DecoderFallbackException) {
      throw new Deviation("a line is not valid UTF-8");
    }
    if (transcript != null) transcript.WriteLine("< " + text);
    if (text.EndsWith("\r")) throw new Deviation("a line ends with CR LF instead of LF");
    return text;
  }

  void Fill() {
    used = 0;
    try {
      filled = stream.Read(buffer, 0, buffer.Length);
    } catch (IOException e) {
      filled = 0;
      throw Broken(e);
    }
    if (filled == 0) throw new Closed("the server closed the connection before the end of the game");
  }

  static Exception Broken(IOException e) {
    var cause = e.InnerException as SocketException;
    bool late = cause != null && (cause.SocketErrorCode == SocketError.TimedOut ||
                                  cause.SocketErrorCode == SocketError.WouldBlock);
    if (late) return new TimedOut("nothing came for the time allowed");
    return new Closed("the connection broke: " + e.Message);
  }

  public void Dispose() {
    if (transcript != null) transcript.Dispose();
    if (socket != null) socket.Close();
  }
}

}  // namespace Fogg.V09
